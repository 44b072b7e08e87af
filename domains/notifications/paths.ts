export const notificationsPath = "/notifications";
export const notificationPreferencesPath = "/profile/notifications";
export const unsubscribePath = (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`;
export const outboxPath = "/outbox";
export const outboxEmailPath = (id: number) => `/outbox/${id}`;
