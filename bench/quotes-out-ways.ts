/** Ways to serve quotes that the bench compares; the product is the last. */
export const ways = ['raw', 'best', 'naive', 'single', 'product'] as const;
export type Way = (typeof ways)[number];

export const instrumentCount = 36;

/** Messages of one batch to one socket. */
export const messagesPerBatch = (way: Way) => (way === 'single' ? instrumentCount : 1);
