export * from './account.ts';
export * from './documents.ts';
export * from './errors.ts';
export * from './instruments.ts';
export * from './messages.ts';
