import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { getInstance } from "../i18next.ts";
import type { LoaderFunctionArgs } from "react-router";

export function loader({ context }: LoaderFunctionArgs) {
  return { title: getInstance(context).t("title") };
}

export const meta = () => [{ title: "New React Router App" }, { name: "description", content: "Welcome" }];

export default function Home() {
  const { t } = useTranslation();
  return (
    <main>
      <h1>{t("title")}</h1>
      <p>{t("whatsNext")}</p>
      <ul>
        {Array.from({ length: 24 }, (_, n) => (
          <li key={n}>
            <Link to={`/?item=${n}`}>{t(`item${n}`)}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
