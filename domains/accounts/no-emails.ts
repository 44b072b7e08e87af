/** Says what to do instead of waiting for an email, on a portal without an email server. */
export const noEmailsMessage = "This portal doesn't send emails yet. Ask your property manager for a link.";
