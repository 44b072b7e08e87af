import { Settings } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { settingsPages } from "./pages.ts";

export const settingsPageInfo = describePages(settingsPages, {
  settings: {
    title: "Settings",
    description: "Organization details, payments and fees, registration, and settings for each property.",
    entry: {
      place: "Admin",
      icon: Settings,
      searchWords: "organization name logo contacts portal payment card fee registration time zone",
    },
  },
});
