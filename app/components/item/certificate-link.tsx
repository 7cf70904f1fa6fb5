import { useTranslation } from "react-i18next";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { Batch } from "#app/services/api/contract/batches/batches.ts";

type CertificateLinkProps = {
  id: string;
  certificate: NonNullable<Batch["certificate"]>;
  state?: BatchState | undefined;
  className?: string | undefined;
};

/** Links to the certificate's pictures, or else to its PDF. */
export function CertificateLink({ id, certificate: { url, pages }, state, className }: CertificateLinkProps) {
  const { t } = useTranslation("batch");
  const isRecalled = state === "recalled";
  const text = pages
    ? t(isRecalled ? "recall.pictures" : "note.certificate")
    : t(isRecalled ? "recall.certificate" : "certificate");
  return (
    <SiteLink to={pages ? getCertificatePath(id) : url} className={className}>
      {text}
      <span className="visually-hidden"> {id}</span>
    </SiteLink>
  );
}

/** Returns the path of a certificate, without language prefix. */
export const getCertificatePath = (id: string): string => `${getContentPath("batch", id)}/certificate`;
