/** What most visits do without: loaded together when the first of them is opened. */
export { DeveloperDrawer } from '../developer/developer-drawer.js';
export { HelpDialog } from '../keyboard/help-dialog.js';
export { SignInPage } from './sign-in.js';
