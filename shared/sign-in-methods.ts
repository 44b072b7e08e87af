/** What a person proved when signing in. A new account's session counts as `password`, if it has one. */
export const signInMethods = ["password", "email", "work-account"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** How a session was started. */
export interface SignInProof {
  method: SignInMethod;
  /** Whether the identity provider checked two factors. */
  twoFactorByProvider?: boolean;
}
