import * as z from "zod/mini";

/** The id of a record in a path or a query. */
export const idInPath = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, "The id must be a whole number.")),
  z.transform((text: string) => Number(text)),
);

/** Up to a hundred ids in a query: `3,17`. */
export const idsInQuery = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/,
        "ids must be up to 100 comma-separated whole numbers.",
      ),
    ),
  z.transform((text: string) => text.split(",").map(Number)),
);

export const byId = z.object({ id: idInPath });

/** The id of a record in a JSON body. */
export const id = z.int("This must be a whole number.").check(z.positive("This must be a whole number."));

/**
 * Typed text: trimmed, without invisible and control characters except line breaks and tabs. `minMessage` is
 * the error for fewer than `min` characters after trimming.
 */
export const text = (min: number, minMessage: string, max: number) =>
  typed(min, minMessage, max, withoutInvisible);

const typed = (min: number, minMessage: string, max: number, clean: (value: string) => string) =>
  z.string(minMessage).check(
    z.overwrite(clean),
    z.trim(),
    z.minLength(min, minMessage),
    z.maxLength(max, `Use ${max.toLocaleString("en-US")} characters or fewer`),
    // A lone surrogate isn't a character. The database would store something other than what was signed.
    z.regex(/^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u, "Remove hidden control characters"),
  );

/**
 * Typed text on one line, for names, numbers, titles, and addresses. A line break could forge a row in an
 * export, and an invisible character could imitate another name.
 */
export const line = (min: number, minMessage: string, max: number) =>
  typed(min, minMessage, max, cleanLine).check(z.regex(/^[^\n\r\u2028\u2029]*$/, "Enter this on one line"));

/** Returns the text of a single line as displayed, with one space between words. */
export const cleanLine = (value: string): string => withoutInvisible(value).replace(/ {2,}/g, " ");

/**
 * Returns the text as displayed: in Unicode normal form, with plain spaces, and without characters that are
 * invisible or change the direction of text. Joiners are kept because emoji and some scripts need them.
 */
export const withoutInvisible = (value: string): string =>
  value
    .normalize()
    .replace(/\p{Zs}/gu, " ")
    .replace(/(?![\u200c\u200d])\p{Cf}|[\u115f\u1160\u2800\u3164\uffa0]/gu, "")
    .replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, "");

/**
 * An email address, validated as browsers validate their email fields. Surrounding spaces and invisible
 * characters are removed. An international domain is stored in ASCII, as browsers send it.
 */
export const email = (message: string) =>
  z
    .string(message)
    .check(z.overwrite(cleanEmail), z.maxLength(254, message), z.regex(z.regexes.html5Email, message));

/** Available in Node and in browsers. */
declare const URL: { new (url: string): { hostname: string }; canParse(url: string): boolean };

/** Returns the address in the form that is stored and compared. */
export function cleanEmail(value: string): string {
  const address = cleanLine(value).replace(/\p{Cf}/gu, "");
  const [, name = "", domain = ""] = /^(.*@)([\p{L}\p{M}\p{N}.\u3002-]+)$/u.exec(address) ?? [];
  const url = `http://${domain}`;
  return /^\p{ASCII}*$/u.test(domain) || !URL.canParse(url) ? address : name + new URL(url).hostname;
}

/** An existing calendar date, `YYYY-MM-DD`. `message` is the error for any other text. */
export const day = (message: string) =>
  z.iso.date(message).check(z.refine((value) => value >= "1900-01-01" && value <= "2199-12-31", message));

/** A timestamp, ISO 8601 in UTC, from 2000 to 2199. `message` is the error for any other text. */
export const instant = (message: string) =>
  z.iso.datetime(message).check(z.refine((value) => value >= "2000-01-01" && value < "2200-01-01", message));

/** Rejects a value with the message that `validate` returns for it. */
export const validatedBy = <Value>(validate: (value: Value) => string | undefined) =>
  z.check<Value>(({ value, issues }) => {
    const message = validate(value);
    if (message !== undefined) issues.push({ code: "custom", input: value, message });
  });

/** A response that only confirms success. */
export const done = z.object({ success: z.literal(true) });
