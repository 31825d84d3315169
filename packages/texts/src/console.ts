/** Texts of the operators' console, which is in English only; other refusals are shown in the server's words. */
export { text } from './en/console.ts';
