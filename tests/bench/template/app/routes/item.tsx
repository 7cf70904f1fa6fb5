import { useTranslation } from "react-i18next";
import { Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { callApi, type Item } from "../api.ts";

export async function loader({ params: { kind, id } }: LoaderFunctionArgs) {
  const [item, neighbours] = await Promise.all([
    callApi<Item>(`/api/${kind}/info?id=${id}`),
    callApi<Partial<Record<string, Item | null>>>(`/api/article/prevnext?kind=${kind}&id=${id}`),
  ]);
  return { kind, item, neighbours };
}

export const meta = ({ loaderData }: { loaderData?: { item: Item } }) => [
  { title: loaderData?.item.title },
  { name: "description", content: loaderData?.item.summary },
];

export default function ItemPage() {
  const { t } = useTranslation();
  const { kind, item, neighbours } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>{item.title}</h1>
      <p>{item.summary}</p>
      <ul>
        {item.tags?.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
      <article dangerouslySetInnerHTML={{ __html: item.body ?? "" }} />
      <h2>{t("related")}</h2>
      <ul>
        {item.related?.map((related) => (
          <li key={related.id}>
            <Link to={`/${related.kind}/info/${related.id}`}>{related.title}</Link>
          </li>
        ))}
      </ul>
      {Object.entries(neighbours).map(([name, neighbour]) => (
        <p key={name}>
          {t(name)} {neighbour && <Link to={`/${kind}/info/${neighbour.id}`}>{neighbour.title}</Link>}
        </p>
      ))}
    </main>
  );
}
