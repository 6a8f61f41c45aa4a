// A router as small as it can be: the path is state, links of our own change it.
// An address written as #/rules/CM%207.34 means the page itself.
function openHash(): void {
  if (location.hash.startsWith("#/")) history.replaceState(null, "", location.hash.slice(1));
}
openHash();

export const route = $state({ path: location.pathname, query: location.search });

function read(): void {
  route.path = location.pathname;
  route.query = location.search;
}

export function go(to: string): void {
  history.pushState(null, "", to);
  read();
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  openHash();
  read();
});
addEventListener("click", (event) => {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/") || url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search);
});
