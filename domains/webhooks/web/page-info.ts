import { Webhook } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { webhooksPages } from "./pages.ts";

export const webhooksPageInfo = describePages(webhooksPages, {
  webhooks: {
    title: "Webhooks",
    description: "Notify other systems when something happens, and review each delivery.",
    entry: {
      place: "Admin",
      icon: Webhook,
      searchWords: "api integrations programs events deliveries notify export",
    },
  },
  webhook: {
    title: "Webhook",
    description: "The events this webhook receives, and every delivery from the last 30 days.",
    tips: [{ text: "Open a delivery to see the request and response, or to resend it." }],
  },
});
