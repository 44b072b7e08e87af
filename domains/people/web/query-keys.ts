/** The keys of the queries about people and invitations. */
export const peopleKeys = { all: /^\/api\/(users|invitations)\b/ } as const;
