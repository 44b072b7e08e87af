import * as z from "zod/mini";
import { countries } from "#domains/properties/countries.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, cleanEmail, email, line, withoutInvisible } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { maxImageBytes } from "#shared/images.ts";
import { roles } from "#shared/roles.ts";
import { maxCardFeeBasisPoints } from "./card-fee.ts";
import { timeZone } from "./time-zone.ts";

/** `approval`: anyone can register and then needs approval. `invite`: only invited people can register. */
export const registrationModes = ["approval", "invite"] as const;

const optionalEmail = z.union(
  [z.literal(""), email("Please enter a valid email")],
  "Please enter a valid email",
);
const phoneMessage = "Enter a phone number using only digits, spaces, and + ( ) - .";
const optionalPhone = z.string(phoneMessage).check(
  z.overwrite((value) => withoutInvisible(value).replace(/[\u2010-\u2015\u2212]/g, "-")),
  z.maxLength(40, phoneMessage),
  z.regex(/^(|\+?[\d\s().-]*\d[\d\s().-]*)$/, phoneMessage),
);
const handleMessage = "Enter an email address or 10-digit phone number";
const handleEmail = email(handleMessage);
const isPhone = (value: string) =>
  /^\+?[\d\s().-]+$/.test(value) && /^1?\d{10}$/.test(value.replace(/\D/g, ""));
const paymentHandle = z.string(handleMessage).check(
  z.overwrite(cleanEmail),
  z.maxLength(254, handleMessage),
  z.refine((value) => value === "" || handleEmail.safeParse(value).success || isPhone(value), handleMessage),
);

const feeMessage = "Card fee must be 0 to 3.5%, in increments of 0.01";
const cardFeeBasisPoints = z
  .int(feeMessage)
  .check(z.minimum(0, feeMessage), z.maximum(maxCardFeeBasisPoints, feeMessage));
const shareMessage = "Shares must be 0 to 100%, in increments of 0.1";
const sharePermille = z.int(shareMessage).check(z.minimum(0, shareMessage), z.maximum(1000, shareMessage));

const quotaMessage = "Document storage must be a whole number of MB, from 1 to 1,000,000";
const documentQuotaMegabytes = z
  .int(quotaMessage)
  .check(z.minimum(1, quotaMessage), z.maximum(1_000_000, quotaMessage));

const rolesMessage = `twoFactorRoles can contain only ${roles.join(", ")}.`;

/** The organization's settings and their validation rules. */
export const settingsFields = {
  name: line(1, "Please enter the organization's name", 120),
  street: line(0, "Please enter the street as text", 300),
  city: line(0, "Please enter the city as text", 100),
  state: line(0, "Please enter the state as text", 100),
  zip: line(0, "Please enter the ZIP code as text", 20),
  country: z.enum(countries, `country must be one of ${countries.join(", ")}.`),
  timeZone,
  supportEmail: optionalEmail,
  supportPhone: optionalPhone,
  accountingEmail: optionalEmail,
  /** The email address or phone number to which tenants pay by Zelle. */
  paymentHandle,
  cardFeeBasisPoints,
  rentSharePermille: sharePermille,
  commonAreaSharePermille: sharePermille,
  utilitiesSharePermille: sharePermille,
  /** The total storage for the documents of one lease. */
  documentQuotaMegabytes,
  registration: z.enum(registrationModes, "registration must be one of approval, invite."),
  /** Users with one of these roles must turn on two-factor authentication. */
  twoFactorRoles: z
    .array(z.enum(roles, rolesMessage), rolesMessage)
    .check(z.maxLength(roles.length, rolesMessage)),
};

export const settings = z.object({
  ...settingsFields,
  /** The URL of the logo, for an `img`. Null for the default logo. */
  logo: z.nullable(z.string()),
  /** True until an administrator selects a mode. Until then, REGISTRATION from the environment applies. */
  isRegistrationFromEnvironment: z.boolean(),
  version: z.number(),
});
export type Settings = z.infer<typeof settings>;

export const readSettings = endpoint({
  method: "GET",
  path: "/api/settings",
  action: "settings.read",
  summary: "Get the organization's settings",
  response: settings,
});

export const changeSettings = endpoint({
  method: "PATCH",
  path: "/api/settings",
  action: "settings.edit",
  summary: "Update settings; If-Match rejects updates based on an old version",
  versioned: true,
  body: z.extend(z.partial(z.object(settingsFields)), { version: z.optional(z.int()) }),
  response: settings,
});

export const readLogo = endpoint({
  method: "GET",
  path: "/api/settings/logo",
  action: "config.read",
  summary: "Get the organization's logo as PNG; no sign-in required",
  response: z.unknown(),
  responseKind: "file",
});

export const setLogo = endpoint({
  method: "PUT",
  path: "/api/settings/logo",
  action: "settings.edit",
  summary: "Set the organization's logo (multipart field “logo”: PNG, JPG, or GIF up to 10 MB)",
  ignoresIdempotencyKey: true,
  files: { name: "logo", maxCount: 1, maxBytes: maxImageBytes },
  response: settings,
});

export const removeLogo = endpoint({
  method: "DELETE",
  path: "/api/settings/logo",
  action: "settings.edit",
  summary: "Remove the organization's logo; the default logo is shown instead",
  response: settings,
});

/** The settings of one property. */
export const propertySettings = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  /** Whether new tenants can select its units when registering. */
  offersRegistration: z.boolean(),
  /** Null if the organization's rate applies. */
  cardFeeBasisPoints: z.nullable(z.number()),
  timeZone: z.string(),
  /** Whether tenants can download the files of the bills in their statements of operating expenses. */
  sharesBillFiles: z.boolean(),
  version: z.number(),
});
export type PropertySettings = z.infer<typeof propertySettings>;

export const listPropertySettings = endpoint({
  method: "GET",
  path: "/api/settings/properties",
  action: "settings.read",
  summary: "List settings for each property, by name",
  query: z.object({
    ...paging,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."))),
  }),
  response: z.array(propertySettings),
});

export const exportPropertySettings = csvEndpoint(listPropertySettings);

export const changePropertySettings = endpoint({
  method: "PATCH",
  path: "/api/settings/properties/:id",
  action: "settings.edit",
  summary: "Update settings for one property; If-Match rejects updates based on an old version",
  versioned: true,
  params: byId,
  body: z.object({
    offersRegistration: z.optional(z.boolean("offersRegistration must be true or false.")),
    cardFeeBasisPoints: z.optional(z.nullable(cardFeeBasisPoints)),
    timeZone: z.optional(timeZone),
    sharesBillFiles: z.optional(z.boolean("sharesBillFiles must be true or false.")),
    version: z.optional(z.int()),
  }),
  response: propertySettings,
});
