export const auditPath = "/audit";
/** The audit log of one record. */
export const recordAuditPath = (subjectType: string, id: number | string) =>
  `/audit?kind=${subjectType}&id=${id}`;
