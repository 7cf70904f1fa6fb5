/** The value of a cookie in a `Cookie` header, as it stands there; `undefined` where there is none of that name. */
export function cookieValue(header: string | null, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? "")?.[1];
}
