import * as z from "zod/mini";
import { countries } from "#domains/properties/countries.ts";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, line } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { pictureBytesMax } from "#shared/pictures.ts";
import { roles } from "#shared/roles.ts";
import { cardFeeBasisPointsMax } from "./card-fee.ts";
import { timeZone } from "./time-zone.ts";

/** `approval`: anybody may register and then waits for approval; `invite`: only the invited may register. */
export const registrationModes = ["approval", "invite"] as const;

const emailOrNothing = z.union(
  [
    z.literal(""),
    z
      .string()
      .check(z.trim(), z.maxLength(254, "Please enter a valid email"), z.email("Please enter a valid email")),
  ],
  "Please enter a valid email",
);
const phoneMessage = "Please enter a phone number of digits, spaces and + ( ) - .";
const phoneOrNothing = z
  .string(phoneMessage)
  .check(z.trim(), z.maxLength(40, phoneMessage), z.regex(/^(|\+?[\d\s().-]*\d[\d\s().-]*)$/, phoneMessage));
const handleMessage = "Please enter an email address or a phone number of 10 digits";
const isEmail = (written: string) => z.email().safeParse(written).success;
const isPhone = (written: string) =>
  /^\+?[\d\s().-]+$/.test(written) && /^1?\d{10}$/.test(written.replace(/\D/g, ""));
const paymentHandle = z.string(handleMessage).check(
  z.trim(),
  z.maxLength(254, handleMessage),
  z.refine((written) => written === "" || isEmail(written) || isPhone(written), handleMessage),
);

const feeMessage = "The card fee is from 0 to 3.5%, in steps of 0.01";
const cardFeeBasisPoints = z
  .int(feeMessage)
  .check(z.minimum(0, feeMessage), z.maximum(cardFeeBasisPointsMax, feeMessage));
const shareMessage = "A share is from 0 to 100%, in steps of 0.1";
const sharePermille = z.int(shareMessage).check(z.minimum(0, shareMessage), z.maximum(1000, shareMessage));

const quotaMessage = "The room for documents is a whole number of MB, from 1 to 1,000,000";
const documentQuotaMegabytes = z
  .int(quotaMessage)
  .check(z.minimum(1, quotaMessage), z.maximum(1_000_000, quotaMessage));

const rolesMessage = `secondFactorRoles must contain only ${roles.join(", ")}.`;

/** The settings of the operator, with their rules. */
export const settingsFields = {
  name: line(1, "Please enter the organization's name", 120),
  street: line(0, "Please enter the street as text", 300),
  city: line(0, "Please enter the city as text", 100),
  state: line(0, "Please enter the state as text", 100),
  zip: line(0, "Please enter the ZIP code as text", 20),
  country: z.enum(countries, `country must be one of ${countries.join(", ")}.`),
  timeZone,
  supportEmail: emailOrNothing,
  supportPhone: phoneOrNothing,
  accountingEmail: emailOrNothing,
  /** The address or number to which tenants pay by Zelle. */
  paymentHandle,
  cardFeeBasisPoints,
  rentSharePermille: sharePermille,
  commonAreaSharePermille: sharePermille,
  utilitiesSharePermille: sharePermille,
  /** How much room the documents of one tenancy may take in total. */
  documentQuotaMegabytes,
  registration: z.enum(registrationModes, "registration must be one of approval, invite."),
  /** Users with one of these roles have to turn on two-factor sign-in. */
  secondFactorRoles: z
    .array(z.enum(roles, rolesMessage), rolesMessage)
    .check(z.maxLength(roles.length, rolesMessage)),
};

export const settings = z.object({
  ...settingsFields,
  /** The address of the logo, for an `img`; null: the portal's own. */
  logo: z.nullable(z.string()),
  /** True until an administrator chooses; until then the environment's REGISTRATION applies. */
  isRegistrationFromEnvironment: z.boolean(),
  version: z.number(),
});
export type Settings = z.infer<typeof settings>;

export const readSettings = endpoint({
  method: "GET",
  path: "/api/settings",
  action: "settings.read",
  summary: "The settings of the operator",
  response: settings,
});

export const changeSettings = endpoint({
  method: "PATCH",
  path: "/api/settings",
  action: "settings.edit",
  summary: "Change the fields that are sent; If-Match refuses a change based on an old version",
  versioned: true,
  body: z.extend(z.partial(z.object(settingsFields)), { version: z.optional(z.int()) }),
  response: settings,
});

export const readLogo = endpoint({
  method: "GET",
  path: "/api/settings/logo",
  action: "config.read",
  summary: "The organization's logo as PNG; pages show it before anyone signs in",
  response: z.unknown(),
  responseKind: "file",
});

export const setLogo = endpoint({
  method: "PUT",
  path: "/api/settings/logo",
  action: "settings.edit",
  summary: "Set the organization's logo (multipart, field logo: PNG, JPG or GIF up to 10 MB)",
  ignoresIdempotencyKey: true,
  files: { name: "logo", maxCount: 1, maxBytes: pictureBytesMax },
  response: settings,
});

export const removeLogo = endpoint({
  method: "DELETE",
  path: "/api/settings/logo",
  action: "settings.edit",
  summary: "Remove the organization's logo; the portal's own is shown instead",
  response: settings,
});

/** The settings of one building. */
export const propertySettings = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  /** Whether new tenants may choose its units when registering. */
  offersRegistration: z.boolean(),
  /** Null: the organisation's rate applies. */
  cardFeeBasisPoints: z.nullable(z.number()),
  timeZone: z.string(),
  version: z.number(),
});
export type PropertySettings = z.infer<typeof propertySettings>;

export const listPropertySettings = endpoint({
  method: "GET",
  path: "/api/settings/properties",
  action: "settings.read",
  summary: "The settings of each building, by name",
  query: z.object({
    ...paging,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Please search for at most 100 characters."))),
  }),
  response: z.array(propertySettings),
});

export const exportPropertySettings = csvOf(listPropertySettings);

export const changePropertySettings = endpoint({
  method: "PATCH",
  path: "/api/settings/properties/:id",
  action: "settings.edit",
  summary:
    "Change the fields that are sent for one building; If-Match refuses a change based on an old version",
  versioned: true,
  params: byId,
  body: z.object({
    offersRegistration: z.optional(z.boolean("offersRegistration must be true or false.")),
    cardFeeBasisPoints: z.optional(z.nullable(cardFeeBasisPoints)),
    timeZone: z.optional(timeZone),
    version: z.optional(z.int()),
  }),
  response: propertySettings,
});
