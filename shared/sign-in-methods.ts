/** How a person signed in. A new account's first session counts as `password` if the account has one. */
export const signInMethods = ["password", "email", "work-account"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** How a session was started. */
export interface SignInProof {
  method: SignInMethod;
  /** Whether the identity provider checked two factors. */
  twoFactorByProvider?: boolean;
}
