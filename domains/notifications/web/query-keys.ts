/** The keys of the queries about notifications, push, and the outbox. */
export const notificationKeys = {
  notifications: ["/api/notifications"],
  pushSettings: ["/api/push-subscriptions"],
  /** Whether this browser has a push subscription. */
  subscribed: ["push-subscription"],
  outbox: /^\/api\/outbox\b/,
} as const;
