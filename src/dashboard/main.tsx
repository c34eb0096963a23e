// The styles of views come after those that they share.
import './style/token.css';
import './style/base.css';
import './style/frame.css';
import './style/component.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { keepScroll } from './route/scroll.js';
import { preload } from './shell/view.js';

keepScroll();
preload(location.hash);

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
