import * as z from "zod/mini";

/** Registering asks for six characters (REG-08); a reset asks for more. */
export const registrationPassword = z
  .string("Password must be at least 6 characters")
  .check(
    z.minLength(6, "Password must be at least 6 characters"),
    z.maxLength(200, "Please use at most 200 characters"),
  );
