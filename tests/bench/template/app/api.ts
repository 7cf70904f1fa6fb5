export type MenuItem = { id: string; title: string; path?: string; children?: MenuItem[] };
export type Related = { id: string; kind: string; title: string };
export type Item = { id: string; title: string; summary?: string; body?: string; tags?: string[]; related?: Related[] };

/** Returns the `data` of a response of the content API. */
export async function callApi<Data>(path: string): Promise<Data> {
  const response = await fetch(process.env["API_BASE_URL"] + path);
  const { data } = (await response.json()) as { data: Data };
  return data;
}
