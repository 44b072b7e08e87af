import * as z from "zod/mini";

/** Registration requires six characters (REG-08). A reset requires more. */
export const registrationPassword = z
  .string("Password must be at least 6 characters")
  .check(
    z.minLength(6, "Password must be at least 6 characters"),
    z.maxLength(200, "Passwords can be up to 200 characters"),
  );

/** The hints the forms show up front. */
export const registrationPasswordHint =
  "Use at least 6 characters and avoid common passwords. We recommend 8 or more, with uppercase and lowercase letters and a number.";
export const newPasswordHint =
  "Use at least 8 characters with an uppercase letter, a lowercase letter, and a number. Avoid common passwords.";

/** PWD-22 to PWD-25. */
export const newPassword = z
  .string("Password must be at least 8 characters")
  .check(
    z.minLength(8, "Password must be at least 8 characters"),
    z.maxLength(200, "Passwords can be up to 200 characters"),
    z.regex(/\p{Lu}/u, "Password must include at least one uppercase letter"),
    z.regex(/\p{Ll}/u, "Password must include at least one lowercase letter"),
    z.regex(/\d/, "Password must include at least one number"),
  );
