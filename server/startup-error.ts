/** The program can't start for a reason the operator can fix. `message` explains how. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StartupError";
  }
}
