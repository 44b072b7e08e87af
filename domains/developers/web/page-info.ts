import { KeyRound } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { developersPath } from "../paths.ts";
import { developersPages } from "./pages.ts";

export const developersPageInfo = describePages(developersPages, {
  developers: {
    title: "Developers",
    description: "The portal API: authentication, guides, and a full reference.",
    tips: [{ text: "In the reference, “Try it out” runs read-only calls with your current session." }],
    searchResults: [
      {
        group: "Pages",
        label: "Developers",
        searchWords: "api reference documentation programs integration openapi swagger token",
        icon: KeyRound,
        href: developersPath,
        permission: "tokens.use",
      },
    ],
  },
});
