/** First byte of a message over NATS; the table of the wire is in docs/lines.md. */
export const natsKind = { answer: 0, failure: 1, push: 2, gap: 3 } as const;

/** Subjects of a line. Questions and pushes name the server's instance: a leader that was replaced is never mixed in. */
export function subjectsOf(start: string) {
  return {
    who: `${start}.who`,
    ask: (instance: string) => `${start}.i.${instance}.ask`,
    push: (instance: string, topic: string) => `${start}.i.${instance}.push.${topic}`,
    bye: (instance: string) => `${start}.i.${instance}.bye`,
    inbox: (client: string) => `${start}.inbox.${client}`,
  };
}
