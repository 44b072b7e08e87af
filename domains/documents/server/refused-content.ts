import { AppError } from "#shared/errors.ts";
import { fileSentences } from "../kinds.ts";

/** Why a file is refused (DOC-24), each with the message for its sender. */
const sentences = {
  ending: fileSentences.wrongKind,
  incomplete: "This file seems incomplete. Please save it again and choose the new one.",
  damaged: "This file seems damaged. Please save it again and choose the new one.",
  macros: "This file contains macros. Please save it without them.",
  controls: "This file contains active controls. Please save it without them.",
  embedded: "This file contains another program or packed file. Please save the document without it.",
  linked: "This file is linked to an object outside of it. Please save it without the link.",
  template: "This file loads its template from elsewhere. Please save it as a file of its own.",
  password: "This file is protected with a password, so it cannot be checked. Please save it without one.",
  twoKinds: "This file is of two kinds at once. Please save it as a new file.",
  tooMuchInside: "This file unpacks to far more than a document holds. Please save it as a PDF.",
};

/** The error for a refused file. */
export const refused = (why: keyof typeof sentences): AppError => new AppError("wrong_kind", sentences[why]);

export const notItsEnding = (ending: string): AppError =>
  new AppError("wrong_kind", `This file is not what its ending .${ending} says.`);
