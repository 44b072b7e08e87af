import type { Pages } from "#web/page.ts";

export const workOrdersPages = {
  workOrders: {
    patterns: ["/work-orders/:id?", "/work-orders/:id/edit", "/work-orders/:id/delete"],
    access: "work-orders.list",
    load: async () => {
      const page = await import("./work-orders-page.tsx");
      await page.preloadView();
      return page;
    },
  },
  deletedWorkOrder: {
    patterns: ["/audit/work-orders/:id"],
    access: "work-orders.read-deleted",
    load: () => import("./deleted-work-order-page.tsx"),
  },
} as const satisfies Pages;
