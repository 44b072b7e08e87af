import { ClipboardList } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { workOrdersPages } from "./pages.ts";

export const workOrdersPageInfo = describePages(workOrdersPages, {
  workOrders: {
    title: "Work Orders",
    description:
      "Report problems and track them until they're fixed. Everyone involved sees the same history.",
    tips: [
      { text: "Use “New Work Order” to report a problem: what's wrong, where, and a photo if you have one." },
      { text: "Open a work order to see its history, add a comment, and sign off when the work is done." },
      {
        text: "On the board, drag a card to another column to change its status.",
        permission: "work-orders.work",
      },
      {
        text: "You can reopen a completed work order within seven days if the problem isn't fixed.",
        roles: ["tenant"],
      },
    ],
    entry: {
      place: "Main",
      icon: ClipboardList,
      searchWords: "requests repairs maintenance problems faults jobs board export",
      count: "open-work-orders",
    },
  },
  deletedWorkOrder: {
    title: "Deleted work order",
    description: "Records kept from a deleted work order. They can't be changed or restored.",
    tips: [{ text: "“Verify” recalculates the hashes of the log, photos, files, and signatures." }],
  },
});
