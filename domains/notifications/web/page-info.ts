import { Bell, BellRing, Mails } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { notificationPreferencesPath, notificationsPath } from "../paths.ts";
import { notificationsPages } from "./pages.ts";

export const notificationsPageInfo = describePages(notificationsPages, {
  notifications: {
    title: "Notifications",
    description: "All your notifications, newest first. Click one to open the record.",
    searchResults: [
      {
        group: "Pages",
        label: "Notifications",
        searchWords: "bell messages unread",
        icon: Bell,
        href: notificationsPath,
        permission: "notifications.read",
      },
    ],
  },
  preferences: {
    title: "Notification settings",
    description:
      "Choose which notifications you get in the portal, by email, and by push. Changes save automatically.",
    tips: [
      { text: "Emails go out about a minute later unless you've already read the notification." },
      { text: "Push notifications are sent immediately." },
    ],
    searchResults: [
      {
        group: "Settings",
        label: "Notification settings",
        searchWords: "email e-mail emails preferences unsubscribe",
        icon: BellRing,
        href: notificationPreferencesPath,
        permission: "notifications.edit",
      },
    ],
  },
  outbox: {
    title: "Outbox",
    description: "Every email the portal has sent or tried to send.",
    tips: [{ text: "Failed emails show the reason and can be resent." }],
    entry: {
      place: "Admin",
      icon: Mails,
      searchWords: "emails email e-mail messages sent failed export",
    },
  },
});
