export const webhooksPath = "/webhooks";
export const webhookPath = (id: number) => `/webhooks/${id}`;
