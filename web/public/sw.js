// Messages that come while no page of Ludus is open, and what a click on them opens. Nothing is kept for being offline.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data?.json() ?? {};
  } catch {
    // Not ours; browsers still want something to be shown.
  }
  const { title = "Ludus", text = "It is your turn.", path = "/", match = "", off = "" } = news;
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag: match || path, // a newer one of the same match takes the place of the older
      icon: "/icon.svg",
      data: { path, off },
      actions: off ? [{ action: "off", title: "No more of these" }] : [],
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  const { path, off } = event.notification.data ?? {};
  event.notification.close();
  if (event.action === "off") {
    event.waitUntil(fetch(`/api/notices/off/${encodeURIComponent(off)}`, { method: "POST" }));
    return;
  }
  const there = new URL(path ?? "/", self.location.origin);
  if (there.origin !== self.location.origin) return;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = pages.find((page) => new URL(page.url).pathname === there.pathname);
    await (same ? same.focus() : self.clients.openWindow(there.href));
  };
  event.waitUntil(open());
});
