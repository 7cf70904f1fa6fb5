/** Returns the link of a plain click that leads to another page or file of this site, in the same tab. */
export function findFollowedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  const isSamePage = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
  return link.origin === location.origin && !link.target && !isSamePage ? link : undefined;
}
