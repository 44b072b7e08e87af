/** The keys of the queries about teams and rules. */
export const dispatchKeys = { all: /^\/api\/(teams|dispatch-rules|dispatch-staff)\b/ } as const;
