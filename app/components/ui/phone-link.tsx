import { useSettings } from "./page-data.ts";

export function PhoneLink({ className }: { className?: string }) {
  const { phone, callAddress } = useSettings();
  return (
    phone && (
      <a href={callAddress} className={className}>
        {phone}
      </a>
    )
  );
}
