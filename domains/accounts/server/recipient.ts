/** A person who gets an email about their account. */
export interface Recipient {
  id: number;
  email: string;
  fullName: string;
}

export const toRecipient = ({ id, email, fullName }: Recipient) => ({ address: email, userId: id, fullName });
/** A stranger might have entered the name for this unconfirmed mailbox, so the email must not contain it. */
export const toUnconfirmed = ({ id, email }: Recipient) => ({ address: email, userId: id, fullName: "" });
