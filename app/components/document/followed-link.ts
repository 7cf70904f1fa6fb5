/** Whether a link leads to another page or file of this site, in the same tab. */
export function isInternalLink(link: HTMLAnchorElement): boolean {
  const isSamePage = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
  return link.origin === location.origin && !link.target && !isSamePage;
}

/** Returns the internal link of a plain click. */
export function findFollowedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  return isInternalLink(link) ? link : undefined;
}
