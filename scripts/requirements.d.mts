export function nodeProblem(version: string): string | undefined;
export function portProblem(port: number, host: string): Promise<string | undefined>;
export function hostToListenOn(chosen: string | undefined): Promise<string>;
