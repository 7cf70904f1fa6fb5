export function isSafeMethod({ method }: { method?: string | undefined }): boolean {
  return method === "GET" || method === "HEAD";
}
