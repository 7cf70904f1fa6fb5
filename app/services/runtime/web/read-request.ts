export function isReadRequest({ method }: { method?: string | undefined }): boolean {
  return method === "GET" || method === "HEAD";
}
