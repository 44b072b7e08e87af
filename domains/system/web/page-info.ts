import { Activity } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { systemPages } from "./pages.ts";

export const systemPageInfo = describePages(systemPages, {
  system: {
    title: "System",
    description: "Status of the database, disk, jobs, email, storage, and instances.",
    tips: [{ text: "Failed jobs show the reason. Fix the cause, then try again." }],
    entry: {
      place: "Admin",
      icon: Activity,
      searchWords: "status health version database disk queue jobs failed storage scanner instances",
    },
  },
});
