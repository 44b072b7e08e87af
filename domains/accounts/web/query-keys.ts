/** The keys of the queries about sessions, two-factor authentication, and API tokens. */
export const accountKeys = {
  sessions: ["/api/me/sessions"],
  twoFactor: ["/api/profile/two-factor"],
  /** The user's own tokens and all users' tokens. */
  tokens: /^\/api\/(me\/)?tokens\b/,
} as const;
