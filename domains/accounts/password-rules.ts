import * as z from "zod/mini";

/** Registering requires six characters (REG-08); a reset requires more. */
export const registrationPassword = z
  .string("Password must be at least 6 characters")
  .check(
    z.minLength(6, "Password must be at least 6 characters"),
    z.maxLength(200, "Please use at most 200 characters"),
  );

/** What the forms say beforehand. */
export const registrationPasswordHint =
  "At least 6 characters, and none of the most common passwords. Recommended: 8 or more, with an uppercase letter, a lowercase letter and a number.";
export const newPasswordHint =
  "At least 8 characters, with an uppercase letter, a lowercase letter and a number, and none of the most common passwords.";

/** PWD-22 to PWD-25. */
export const newPassword = z
  .string("Password must be at least 8 characters")
  .check(
    z.minLength(8, "Password must be at least 8 characters"),
    z.maxLength(200, "Please use at most 200 characters"),
    z.regex(/\p{Lu}/u, "Password must include at least one uppercase letter"),
    z.regex(/\p{Ll}/u, "Password must include at least one lowercase letter"),
    z.regex(/\d/, "Password must include at least one number"),
  );
