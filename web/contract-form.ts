import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";

/**
 * A form whose values are validated by `shape`, such as the body of a call. The form's values can be wider
 * than the shape. An amount that hasn't been entered is null, and an option that hasn't been selected is "".
 * The shape rejects both with its message.
 */
export const useContractForm = <Values extends FieldValues, ParsedValues extends FieldValues>(
  shape: z.ZodMiniType<ParsedValues, FieldValues>,
  defaultValues: Values,
  options: Pick<UseFormProps, "mode"> = {},
) =>
  useForm<Values, unknown, ParsedValues>({
    ...options,
    // The resolver's type expects values that the shape already accepts.
    resolver: standardSchemaResolver(shape) as unknown as Resolver<Values, unknown, ParsedValues>,
    defaultValues: defaultValues as DefaultValues<Values>,
  });
