/** The keys of the queries about webhooks and their deliveries. */
export const webhookKeys = { all: /^\/api\/(webhooks|webhook-deliveries)\b/ } as const;
