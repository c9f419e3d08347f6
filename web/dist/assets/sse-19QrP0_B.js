var e=class{rest=``;push(e){let n=(this.rest+e).replace(/\r\n?/g,`
`).split(`

`);return this.rest=n.pop()??``,n.map(t).filter(e=>e.data!==``)}};function t(e){let t=`message`,n=[];for(let r of e.split(`
`)){let[,e,i=``]=/^([^:]*):? ?(.*)$/.exec(r)??[];e===`event`&&(t=i),e===`data`&&n.push(i)}return{name:t,data:n.join(`
`)}}export{e as t};