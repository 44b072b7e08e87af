import { Webhook } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { webhooksPages } from "./pages.ts";

export const webhooksPageInfo = describePages(webhooksPages, {
  webhooks: {
    title: "Webhooks",
    about: "Notify other systems when something happens, and review each delivery.",
    entry: {
      place: "Admin",
      icon: Webhook,
      words: "api integrations programs events deliveries notify export",
    },
  },
  webhook: {
    title: "Webhook",
    about: "The events this webhook receives, and every delivery from the last 30 days.",
    tips: [{ text: "Open a delivery to see the request and response, or to send it again." }],
  },
});
