/** An error at start that the person who runs the program can remedy; its message names the remedy. */
export class ExplainedError extends Error {}
