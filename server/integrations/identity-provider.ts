import type { Configuration, IDToken } from "openid-client";
import { workAccountPath } from "#domains/accounts/paths.ts";
import { AppError, forbidden, invalid, unavailable } from "#shared/errors.ts";
import type { Config, IdentityProviderSettings } from "../config.ts";

/** The time limit for each response of the provider. */
const timeoutSeconds = 10;
/** How far the provider's clock can be off. */
const clockToleranceSeconds = 60;
/** How long the provider's endpoints are kept. */
const discoveryMinutes = 60;

/** A sign-in in progress, while the person is at the provider. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person as the provider knows them. */
export interface WorkIdentity {
  issuer: string;
  /** Never given to another person, unlike an email address. */
  subject: string;
  email: string | null;
  /** Whether the provider says that the address belongs to this person. */
  isEmailVerified: boolean;
  /** Google's name for an organization that manages the account. Null for other accounts and providers. */
  managedBy: string | null;
  name: string;
  /** Whether the provider checked two factors this time. */
  hasTwoFactor: boolean;
}

/** The OpenID Connect provider of the organization's work accounts. */
export interface IdentityProvider extends Pick<IdentityProviderSettings, "issuer" | "emailDomains"> {
  /**
   * Returns the URL of the provider's sign-in page. With `asksForAccount`, the page is shown even to people
   * who are already signed in there.
   * @throws AppError unavailable
   */
  startSignIn(options?: { asksForAccount?: boolean }): Promise<{ url: URL; pending: PendingSignIn }>;
  /**
   * Exchanges the query from the provider's redirect for an identity, and verifies it.
   * @throws AppError invalid, forbidden, unavailable
   */
  finishSignIn(query: string, pending: PendingSignIn): Promise<WorkIdentity>;
}

/** Opens the provider, without calling it until the first sign-in. Returns null if none is set up. */
export function openIdentityProvider({
  identityProvider: settings,
  publicUrl,
}: Pick<Config, "identityProvider" | "publicUrl">): IdentityProvider | null {
  if (settings === null) return null;
  const redirectUri = publicUrl + workAccountPath;
  const readEndpoints = createDiscovery(settings);
  return {
    issuer: settings.issuer,
    emailDomains: settings.emailDomains,
    async startSignIn({ asksForAccount = false } = {}) {
      const client = await import("openid-client");
      const endpoints = await readEndpoints();
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(endpoints, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: "S256",
        // Google doesn't support "login".
        ...(asksForAccount ? { prompt: settings.issuer === googleIssuer ? "select_account" : "login" } : {}),
      });
      return { url, pending };
    },
    async finishSignIn(query, { state, nonce, codeVerifier }) {
      const client = await import("openid-client");
      const endpoints = await readEndpoints();
      try {
        const tokens = await client.authorizationCodeGrant(endpoints, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (idToken === undefined) throw new Error("The provider sent no ID token.");
        // Many providers send the address only in the user info. The address and its verification must come
        // from the same place.
        const profile =
          idToken["email"] === undefined && endpoints.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(endpoints, tokens.access_token, idToken.sub)
            : idToken;
        return toIdentity(idToken, profile);
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}

export const googleIssuer = "https://accounts.google.com";

/**
 * Returns a function that reads the provider's endpoints, and reads them again after an hour or a failure.
 */
function createDiscovery(settings: IdentityProviderSettings): () => Promise<Configuration> {
  let cache: { endpoints: Promise<Configuration>; until: number } | undefined;
  return async () => {
    if (cache === undefined || cache.until < Date.now()) {
      cache = { endpoints: discover(settings), until: Date.now() + discoveryMinutes * 60_000 };
    }
    try {
      return await cache.endpoints;
    } catch (error) {
      cache = undefined;
      throw withCause(unreachableError(), error);
    }
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: IdentityProviderSettings): Promise<Configuration> {
  const client = await import("openid-client");
  const endpoints = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    client.ClientSecretPost(clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [
        // The signature is checked even though the token comes straight from the provider.
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  const { issuer: actualIssuer } = endpoints.serverMetadata();
  // The library accepts other spellings, but linked accounts and the check of Google accounts compare the
  // text.
  if (actualIssuer !== issuer) throw new Error(`OIDC_ISSUER must be ${actualIssuer}.`);
  return endpoints;
}

type Claims = Readonly<Record<string, unknown>>;

function toIdentity(idToken: IDToken, profile: Claims): WorkIdentity {
  const { email, name } = profile;
  const { hd } = idToken;
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: typeof email === "string" ? email : null,
    // `xms_edov` is Entra ID's claim that the domain of the address belongs to the tenant.
    isEmailVerified:
      profile["email_verified"] === true || [true, "true", 1, "1"].some((yes) => yes === profile["xms_edov"]),
    managedBy: typeof hd === "string" ? hd : null,
    name: typeof name === "string" ? name : "",
    hasTwoFactor: hasTwoFactorClaim(idToken),
  };
}

/**
 * The values of `acr` that mean two factors: of REFEDS, NIST, and Okta, and for phishing-resistant sign-ins.
 */
const twoFactorClasses = [
  "https://refeds.org/profile/mfa",
  "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
  "urn:okta:loa:2fa:any",
  "phr",
  "phrh",
];

const hasTwoFactorClaim = ({ amr, acr }: Claims): boolean =>
  (Array.isArray(amr) && amr.includes("mfa")) || twoFactorClasses.some((one) => one === acr);

/** Returns the error for a failure. Texts from the provider or the URL aren't shown to the user. */
function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return withCause(chooseError(cause as ProviderFailure), cause);
}

interface ProviderFailure {
  code?: string;
  error?: string;
  status?: number;
}

function chooseError({ code = "", error, status = 0 }: ProviderFailure): AppError {
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") {
    if (error === "temporarily_unavailable" || error === "server_error") return unreachableError();
    const isRejected = /^(unauthorized_client|invalid_|unsupported_)/.test(error ?? "");
    return forbidden(isRejected ? rejectedPortalMessage : unfinishedMessage);
  }
  // Some providers report a wrong secret only in a header.
  if (code === "OAUTH_WWW_AUTHENTICATE_CHALLENGE" && status < 500) return forbidden(rejectedPortalMessage);
  if (code === "OAUTH_RESPONSE_BODY_ERROR" && status < 500)
    return error === "invalid_grant" ? expiredSignInError() : forbidden(rejectedPortalMessage);
  return /^OAUTH_(INVALID_RESPONSE|JWT|KEY_SELECTION|JSON_ATTRIBUTE)/.test(code)
    ? expiredSignInError()
    : unreachableError();
}

const withCause = (error: AppError, cause: unknown) => Object.assign(error, { cause });

/** The error for a sign-in that is too old, was already used, or doesn't match the provider's response. */
export const expiredSignInError = () =>
  invalid({ query: "This sign-in has expired or was started in another browser. Please start again." });
const unreachableError = () =>
  unavailable(
    "We can't reach the service that checks work accounts. Try again in a few minutes, or sign in another way.",
    60,
  );
const unfinishedMessage =
  "You didn't finish signing in with your work account. Try again, or sign in another way.";
const rejectedPortalMessage =
  "The service that checks work accounts rejected this portal. Ask your administrator to check its setup.";
