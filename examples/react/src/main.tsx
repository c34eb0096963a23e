import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { createClient } from './client.js';
import './style.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');

createRoot(root).render(
  <StrictMode>
    <ApolloProvider client={createClient()}>
      <App />
    </ApolloProvider>
  </StrictMode>,
);
