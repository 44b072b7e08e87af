import { Split } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { dispatchPages } from "./pages.ts";

export const dispatchPageInfo = describePages(dispatchPages, {
  dispatch: {
    title: "Dispatch rules",
    description: "Set up maintenance teams and rules that assign new work orders automatically.",
    tips: [
      { text: "Rules are checked from top to bottom. The first match assigns the work order." },
      {
        text: "A new rule is off until you turn it on, so you can preview how it would have assigned the last 90 days of work orders.",
      },
    ],
    entry: {
      place: "Property Management",
      icon: Split,
      searchWords: "teams assign assignment automatic rule maintenance staff technicians",
    },
  },
});
